import { testClock } from './ticking-clock.js';

// Test files of one worker share this clock, and an earlier file may have let hours pass.
testClock.restart();

import { testClock } from './ticking-clock.js';

// Test files of a worker share this clock, which an earlier file may have advanced.
testClock.restart();

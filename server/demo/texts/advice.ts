import type { Language } from '../../contract/languages.js';
import { texts } from './texts.js';

/** What a buyer checks first, by sort of part. */
const sorts: Readonly<
  Record<Exclude<keyof typeof texts.de.advice, 'triangle' | 'care' | 'safety' | 'accessory'>, string>
> = {
  brake: 'disc pads caliper drum shoes brakeHose masterCylinder',
  filter: 'oilFilter airFilter cabinFilter fuelFilter',
  belt: 'beltKit timingChain ribbedBelt pulley',
  damping: 'shock spring strutMount',
  joint: 'controlArm ballJoint stabilizerLink tieRod steeringRack mount wheelBearing bearing',
  drive: 'clutchKit flywheel driveShaft gear boot',
  exhaust: 'muffler catalyst turbo pipe',
  cooling: 'radiator waterPump thermostat fan compressor hose tank',
  ignition: 'sparkPlug glowPlug ignitionCoil injector',
  electric: 'sensor relay switch cable alternator starter horn pump valve',
  battery: 'battery',
  light: 'bulb headlight tailLight',
  seal: 'gasket seal bolt piston',
  body: 'bumper fender mirror',
  general: 'lock windowLift mat wiper gasSpring',
  wheel: 'tyre rim',
  fluid: 'canister spray',
  tool: 'toolbox',
};
const sortOfKind = new Map(
  Object.entries(sorts).flatMap(([sort, kinds]) => kinds.split(' ').map((kind) => [kind, sort])),
);

/** Categories whose drawing stands for another sort of part than theirs. */
const ownSorts: Readonly<Partial<Record<keyof typeof texts.de.advice, string>>> = {
  general: `
    2003 2004 2009 2016 2017 2019 2026 2162 2163 2164
    2006 2015 2052 2053 2054 2055 2056 2058 2059 2060 2063 2064 2067 2071 2132 2225 2324 2356 2385 2386 2394 2439 2440
    2494 2495 2496 2007 2014 2025 2107 2020 2073 2086 2146 2196 2261 2280 2281 2369 2444 2502
    2018 2078 2082 2203 2222 2243 2244 2288 2291 2296
    2021 2022 2074 2085 2087 2113 2147 2148 2166 2172 2219 2220 2245 2248 2249 2251 2252 2257 2264 2266 2285 2289 2290
    2293 2294 2367 2368 2510 2512
    2028 2061 2068 2101 2123 2142 2150 2182 2183 2185 2197 2263 2328 2353 2387 2507 2031 2032 2036 2042
    2065 2066 2079 2080 2102 2109 2118 2124 2125 2126 2127 2128 2129 2133 2134 2136 2137 2138 2145 2151 2161 2168 2177
    2178 2187 2191 2192 2224 2237 2508 2069 2070 2072 2098 2099 2100 2246
    2207 2265 2272 2273 2283 2339 2340 2341 2342 2343 2344 2345 2346 2347 2348 2355 2357 2358
    2371 2372 2373 2376 2377 2378 2379 2380 2382 2391 2392 2393 2395 2396 2397 2427 2437 2438
    2023 2077 2165 2180 2181 2247 2250 2298 2406`,
  electric: '2268 2269',
  care: '411 412 413 2448 2449 2456 2457 2458 2459 2460 2461 2462 2463 2464 2465 2466 2467 2468 2469',
  safety: '416 2445 2479 2480 2481 2482',
  accessory: '128 425 426 427 428 2446',
  tool: '2475 2476 2477',
  triangle: '2478',
};
const sortOfCategory = new Map(
  Object.entries(ownSorts).flatMap(([sort, ids]) =>
    ids
      .trim()
      .split(/\s+/)
      .map((id) => [Number(id), sort]),
  ),
);
/** Towing and transport. */
const accessoryRoot = 128;

/** Whether the advice of a leaf is more than help: it then stands on its page, and not behind a link. */
export const mustBeSaid = (category: number): boolean => sortOfCategory.get(category) === 'triangle';

/** What to look for when buying a part of this kind, in whole sentences. */
export function adviceFor(kind: string, category: number, root: number, language: Language): string {
  const sort = sortOfCategory.get(category) ?? (root === accessoryRoot ? 'accessory' : sortOfKind.get(kind));
  const advice: Readonly<Record<string, string>> = texts[language].advice;
  const sentence = sort && advice[sort];
  if (!sentence) throw new RangeError(`no advice for kind ${kind}`);
  return sentence;
}

/** How many random inputs a test tries; `OVERHEARD_FUZZ_RUNS` sets another number for a long run by hand. */
export const fuzzRuns = (few: number): number => Number(process.env.OVERHEARD_FUZZ_RUNS ?? few)

/** Printed in the names of tests; `OVERHEARD_TEST_SEED` repeats a run. */
export const fuzzSeed: number = Number(process.env.OVERHEARD_TEST_SEED ?? Date.now() % 1_000_000_000)

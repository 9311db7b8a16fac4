/** Milliseconds on a clock that all threads of the process share and that nobody can set. */
export const monotonicNow = (): number => performance.timeOrigin + performance.now()

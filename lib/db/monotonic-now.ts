/** Milliseconds on a clock that all threads of the process share and that cannot be set. */
export const monotonicNow = (): number => performance.timeOrigin + performance.now()

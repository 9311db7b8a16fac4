/** A time in milliseconds that all threads of the process agree on and nobody can move. */
export const instant = (): number => performance.timeOrigin + performance.now()

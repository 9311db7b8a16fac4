/** Rows whose order is kept for a walk; what a best match finds beyond them follows by time. */
export const WALK_ROWS = 1000

/** A page of hits and the keys of all, up to one more than `WALK_ROWS`. */
export interface RankedRows<T> {
  hits: T[]
  keys: Float64Array
}

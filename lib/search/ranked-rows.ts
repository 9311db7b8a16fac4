/** Rows whose order is stored for paging; what a best match finds beyond them follows by time. */
export const RANKED_ROWS = 1000

/** A page of hits and the keys of all, up to one more than `RANKED_ROWS`. */
export interface RankedRows<T> {
  hits: T[]
  keys: Float64Array
}

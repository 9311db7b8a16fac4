import { useLayoutEffect, useState } from 'preact/hooks'

/** A value that several parts of the page share. */
interface Store<T> {
  get(): T
  set(value: T): void
  /** Changes some fields. */
  merge(change: Partial<T>): void
  /** Calls back at every change. @returns a function that unsubscribes */
  subscribe(listener: (value: T) => void): () => void
}

export function createStore<T>(initial: T): Store<T> {
  let value = initial
  const listeners = new Set<(value: T) => void>()
  const set = (next: T) => {
    value = next
    for (const listener of listeners) listener(value)
  }
  return {
    get: () => value,
    set,
    merge: (change) => set({ ...value, ...change }),
    subscribe(listener) {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
  }
}

/** Renders again when the store changes. With `select`, only when the selected part does. */
export function useStore<T>(store: Store<T>): T
export function useStore<T, Part>(store: Store<T>, select: (value: T) => Part): Part
export function useStore<T>(store: Store<T>, select: (value: T) => unknown = (value) => value): unknown {
  const [part, setPart] = useState<unknown>(() => select(store.get()))
  useLayoutEffect(() => {
    const update = (value: T) => setPart(() => select(value))
    update(store.get())
    return store.subscribe(update)
  }, [store])
  return part
}

/** The functions of a thread, as seen by another thread: each returns a promise of its result. */
export type ThreadCalls<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends () => infer Result
    ? () => Promise<Awaited<Result>>
    : Functions[Name] extends (args: infer Args) => infer Result
      ? (args: Args, transfer?: readonly ArrayBuffer[]) => Promise<Awaited<Result>>
      : never
}

/** Sends the name and the argument of a function to a thread. The buffers in `transfer` move there and become empty here. */
export type SendCall = (name: string, args?: unknown, transfer?: readonly ArrayBuffer[]) => Promise<unknown>

export function threadCalls<Functions>(send: SendCall): ThreadCalls<Functions> {
  return new Proxy({} as ThreadCalls<Functions>, {
    get: (_, name) => (args: unknown, transfer?: readonly ArrayBuffer[]) =>
      send(String(name), args, transfer),
  })
}

/** Functions of another thread, as their callers see them: one argument, and a promise of the result. */
export type ThreadCalls<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (args: infer Args) => infer Result
    ? (args: Args) => Promise<Awaited<Result>>
    : never
}

/** @param call sends the name of a function and its argument to the thread, and waits for the result */
export function threadCalls<Functions>(
  call: (name: string, args: unknown) => Promise<unknown>,
): ThreadCalls<Functions> {
  return new Proxy({} as ThreadCalls<Functions>, {
    get: (_, name) => (args: unknown) => call(String(name), args),
  })
}

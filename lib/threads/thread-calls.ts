/** The functions of another thread for their callers: one argument, and a promise of the result. */
export type ThreadCalls<Functions> = {
  [Name in keyof Functions]: Functions[Name] extends (args: infer Args) => infer Result
    ? (args: Args) => Promise<Awaited<Result>>
    : never
}

/** @param call sends a function's name and argument to the thread and returns its result */
export function threadCalls<Functions>(
  call: (name: string, args: unknown) => Promise<unknown>,
): ThreadCalls<Functions> {
  return new Proxy({} as ThreadCalls<Functions>, {
    get: (_, name) => (args: unknown) => call(String(name), args),
  })
}

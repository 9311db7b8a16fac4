const asModule = (source: string) => `data:text/javascript,${encodeURIComponent(source)}`

/** For NODE_OPTIONS: the process sends itself `signal` when it reads the module whose address has `module` in it. */
export function signalWhileReading(module: string, signal: string): string {
  const hooks = `export async function load(url, context, next) {
    if (url.includes(${JSON.stringify(module)})) process.kill(process.pid, ${JSON.stringify(signal)})
    return next(url, context)
  }`
  const preload = `import { register } from 'node:module'; register(${JSON.stringify(asModule(hooks))})`
  return `--import=${asModule(preload)}`
}

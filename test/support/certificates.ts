import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

export interface Certificate {
  key: Buffer
  cert: Buffer
}

export interface Authority {
  /** The certificate (PEM) to trust, as `ca` or through NODE_EXTRA_CA_CERTS. */
  ca: Buffer
  /** A server certificate for the given names, such as `DNS:receiver.test` or `IP:127.0.0.1`. */
  issue(names?: string[], options?: { expired?: boolean }): Certificate
}

const OUR_NAMES = ['DNS:localhost', 'DNS:*.receiver.test', 'IP:127.0.0.1', 'IP:::1']

/** A certificate authority of our own, made with `openssl` for this run. */
export function anAuthority(): Authority {
  const ca = within((folder) => {
    newKey(folder, 'ca')
    openssl(
      folder,
      'req',
      '-x509',
      '-key',
      'ca.key',
      '-out',
      'ca.pem',
      '-days',
      '2',
      '-subj',
      '/CN=Test authority',
      '-addext',
      'keyUsage=critical,keyCertSign,cRLSign',
    )
    return { key: read(folder, 'ca.key'), cert: read(folder, 'ca.pem') }
  })
  return {
    ca: ca.cert,
    issue: (names = OUR_NAMES, options = {}) => issue(ca, names, options.expired ?? false),
  }
}

function issue(ca: Certificate, names: string[], expired: boolean): Certificate {
  return within((folder) => {
    writeFileSync(join(folder, 'ca.key'), ca.key)
    writeFileSync(join(folder, 'ca.pem'), ca.cert)
    writeFileSync(join(folder, 'names'), `subjectAltName=${names.join(',')}\nbasicConstraints=CA:FALSE\n`)
    newKey(folder, 'leaf')
    openssl(folder, 'req', '-new', '-key', 'leaf.key', '-out', 'leaf.csr', '-subj', '/CN=receiver')
    // A negative number of days: it ran out before it began.
    openssl(
      folder,
      'x509',
      '-req',
      '-in',
      'leaf.csr',
      '-CA',
      'ca.pem',
      '-CAkey',
      'ca.key',
      '-CAcreateserial',
      '-days',
      expired ? '-1' : '2',
      '-extfile',
      'names',
      '-out',
      'leaf.pem',
    )
    return { key: read(folder, 'leaf.key'), cert: read(folder, 'leaf.pem') }
  })
}

function newKey(folder: string, name: string): void {
  openssl(folder, 'ecparam', '-name', 'prime256v1', '-genkey', '-noout', '-out', `${name}.key`)
}

function openssl(folder: string, ...args: string[]): void {
  execFileSync('openssl', args, { cwd: folder, stdio: 'pipe' })
}

function read(folder: string, name: string): Buffer {
  return readFileSync(join(folder, name))
}

function within<T>(work: (folder: string) => T): T {
  const folder = mkdtempSync(join(tmpdir(), 'overheard-certificates-'))
  try {
    return work(folder)
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

import { type LookupAddress, lookup as systemLookup } from 'node:dns'
import { isIP, type LookupFunction, type Socket } from 'node:net'
import type { buildConnector } from 'undici'
import { FetchError } from './fetch-error.js'
import { undici } from './undici.js'

type Connector = buildConnector.connector

/** All addresses of a host name; rejects when there are none. */
export type Resolve = (hostname: string) => Promise<LookupAddress[]>

/** Time limit in milliseconds for DNS, TCP and TLS together. */
const CONNECT_MS = 5_000
/** Milliseconds until the next address of a name is tried. */
const NEXT_ADDRESS_MS = 1_000

/**
 * Uses the system's resolver, with one lookup per name at a time: a name with silent DNS servers then
 * occupies only one of the few lookup threads, however many requests wait for it.
 */
export function systemResolve(): Resolve {
  const underWay = new Map<string, Promise<LookupAddress[]>>()
  return (hostname) => {
    const running = underWay.get(hostname)
    if (running) return running
    const started = new Promise<LookupAddress[]>((resolve, reject) => {
      systemLookup(hostname, { all: true, verbatim: true }, (error, addresses) => {
        underWay.delete(hostname)
        if (error) reject(error)
        else resolve(addresses)
      })
    })
    underWay.set(hostname, started)
    return started
  }
}

/** Resolves a name or reads a literal address. Refuses unless every address is permitted. */
export async function resolvePermitted(
  hostname: string,
  resolve: Resolve,
  permits: (address: string) => boolean,
): Promise<LookupAddress[]> {
  const literal = hostname.replace(/^\[|\]$/g, '')
  const family = isIP(literal)
  const addresses = family ? [{ address: literal, family }] : await resolve(hostname)
  if (addresses.length === 0) throw new FetchError('dns', 'the host name does not resolve')
  if (!addresses.every(({ address }) => permits(address))) throw notPublic(family !== 0)
  return addresses
}

/**
 * Connects only to permitted addresses. Node calls `lookup` only for names, so literal addresses are checked
 * here, and the address of the connected socket is checked again before a byte is sent.
 */
export function guardedConnector(options: {
  resolve: Resolve
  permits: (address: string) => boolean
  ca?: string | Buffer
}): Connector {
  const { resolve, permits, ca } = options
  const lookup: LookupFunction = (hostname, wanted, done) => {
    resolvePermitted(hostname, resolve, permits).then(
      (addresses) => {
        if (wanted.all) done(null, addresses)
        else done(null, addresses[0]!.address, addresses[0]!.family)
      },
      (error) => done(error, []),
    )
  }
  const connect = plainConnector({ lookup, ca })
  return (target, done) => {
    const literal = target.hostname.replace(/^\[|\]$/g, '')
    if (isIP(literal) && !permits(literal)) {
      done(notPublic(true), null)
      return
    }
    // Certificates and SNI use names without a trailing dot.
    const servername = target.servername?.replace(/\.$/, '') || hostWithoutDot(target.hostname)
    const socket = connect({ ...target, servername }, done) as unknown as Socket
    socket.prependOnceListener('connect', () => {
      if (!permits(socket.remoteAddress ?? '')) socket.destroy(notPublic(false))
    })
  }
}

/** Connects to any address; for URLs from the operator's configuration. */
export function plainConnector(options: { lookup?: LookupFunction; ca?: string | Buffer }) {
  return undici().buildConnector({
    ...options,
    // Explicit, so that NODE_TLS_REJECT_UNAUTHORIZED cannot switch certificate checks off.
    rejectUnauthorized: true,
    timeout: CONNECT_MS,
    autoSelectFamily: true,
    autoSelectFamilyAttemptTimeout: NEXT_ADDRESS_MS,
  })
}

function hostWithoutDot(hostname: string): string | undefined {
  return isIP(hostname) ? undefined : hostname.replace(/\.$/, '')
}

function notPublic(literal: boolean): FetchError {
  return new FetchError(
    'address_not_public',
    literal ? 'the address is not public' : 'the host name resolves to an address that is not public',
  )
}

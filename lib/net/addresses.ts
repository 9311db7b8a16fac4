import ipaddr from 'ipaddr.js'

type Address = ipaddr.IPv4 | ipaddr.IPv6

/** A block of addresses, as ipaddr.js reads a CIDR: the first address and the number of fixed bits. */
type Network = [Address, number]

/** Contains all global unicast addresses of IPv6; everything outside is reserved or special. */
const GLOBAL_UNICAST = ipaddr.parseCIDR('2000::/3') as [ipaddr.IPv6, number]

/** Azure's wire server: in a public block, but it gives the machines of that cloud their secrets. */
const METADATA_IN_PUBLIC_SPACE = '168.63.129.16'

/** Whether a text is a CIDR, such as `10.0.0.0/8` or `fd00::/8`. */
export function isNetwork(text: string): boolean {
  const [address = '', bits = '', more] = text.split('/')
  if (more !== undefined || !/^\d{1,3}$/.test(bits) || address.includes('%')) return false
  if (ipaddr.IPv4.isValidFourPartDecimal(address)) return Number(bits) <= 32
  return ipaddr.IPv6.isValid(address) && Number(bits) <= 128
}

/** Reads a CIDR; throws when `isNetwork` is false for it. */
export function parseNetwork(text: string): Network {
  if (!isNetwork(text)) throw new Error(`${text} is not a network like 127.0.0.0/8 or ::1/128`)
  return ipaddr.parseCIDR(text)
}

/**
 * Whether an address belongs to the public internet: not private, loopback, link-local, unique-local, shared,
 * multicast, documentation, benchmark, reserved or metadata, and not an IPv6 form that embeds an IPv4 address
 * (mapped, NAT64, 6to4, Teredo), which could reach any of those.
 */
export function isPublicAddress(text: string): boolean {
  const address = parseAddress(text)
  if (address?.range() !== 'unicast') return false
  if (address instanceof ipaddr.IPv6) return address.match(GLOBAL_UNICAST)
  return address.toString() !== METADATA_IN_PUBLIC_SPACE
}

/**
 * Permits public addresses and those inside `allowed`. A network permits exactly what it spells:
 * `127.0.0.0/8` does not permit `::ffff:127.0.0.1`.
 */
export function addressRule(allowed: readonly Network[]): (address: string) => boolean {
  return (text) => {
    if (isPublicAddress(text)) return true
    const address = parseAddress(text)
    return address !== undefined && allowed.some((network) => isInside(address, network))
  }
}

function isInside(address: Address, [first, bits]: Network): boolean {
  if (address instanceof ipaddr.IPv4) return first instanceof ipaddr.IPv4 && address.match(first, bits)
  return first instanceof ipaddr.IPv6 && address.match(first, bits)
}

function parseAddress(text: string): Address | undefined {
  return ipaddr.isValid(text) ? ipaddr.parse(text) : undefined
}

/** Why an outgoing request failed. */
export type FetchErrorCode =
  | 'invalid_url'
  | 'address_not_public'
  | 'dns'
  | 'refused'
  | 'unreachable'
  | 'timeout'
  | 'tls'
  | 'reset'
  | 'protocol'
  | 'too_large'
  | 'decode'
  | 'too_many_redirects'
  | 'aborted'
  | 'network'

/** A failed outgoing request. `message` is stored and shown to people as the reason. */
export class FetchError extends Error {
  override readonly name = 'FetchError'

  constructor(
    readonly code: FetchErrorCode,
    message: string,
    options?: { cause?: unknown },
  ) {
    super(message, options)
  }
}

const KNOWN: Record<string, [FetchErrorCode, string]> = {
  ENOTFOUND: ['dns', 'the host name does not resolve'],
  ENODATA: ['dns', 'the host name does not resolve'],
  EAI_AGAIN: ['dns', 'the host name could not be looked up'],
  EAI_FAIL: ['dns', 'the host name could not be looked up'],
  ECONNREFUSED: ['refused', 'connection refused'],
  EHOSTUNREACH: ['unreachable', 'host unreachable'],
  ENETUNREACH: ['unreachable', 'network unreachable'],
  EADDRNOTAVAIL: ['unreachable', 'host unreachable'],
  EINVAL: ['unreachable', 'host unreachable'],
  EACCES: ['unreachable', 'connection not permitted'],
  ETIMEDOUT: ['timeout', 'timed out while connecting'],
  UND_ERR_CONNECT_TIMEOUT: ['timeout', 'timed out while connecting'],
  UND_ERR_BODY_TIMEOUT: ['timeout', 'timed out while reading the answer'],
  ECONNRESET: ['reset', 'connection reset before an answer came'],
  EPIPE: ['reset', 'connection closed before an answer came'],
  UND_ERR_SOCKET: ['reset', 'connection closed before an answer came'],
  UND_ERR_HEADERS_OVERFLOW: ['too_large', 'the answer has too many or too long headers'],
  HPE_HEADER_OVERFLOW: ['too_large', 'the answer has too many or too long headers'],
  UND_ERR_RES_CONTENT_LENGTH_MISMATCH: ['protocol', 'the answer is shorter or longer than it says'],
  CERT_HAS_EXPIRED: ['tls', 'TLS certificate has expired'],
  CERT_NOT_YET_VALID: ['tls', 'TLS certificate is not valid yet'],
  CERT_REVOKED: ['tls', 'TLS certificate is revoked'],
  DEPTH_ZERO_SELF_SIGNED_CERT: ['tls', 'TLS certificate is self-signed'],
  SELF_SIGNED_CERT_IN_CHAIN: ['tls', 'TLS certificate chain ends in a self-signed certificate'],
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: ['tls', 'TLS certificate comes from an unknown authority'],
  UNABLE_TO_GET_ISSUER_CERT: ['tls', 'TLS certificate comes from an unknown authority'],
  UNABLE_TO_GET_ISSUER_CERT_LOCALLY: ['tls', 'TLS certificate comes from an unknown authority'],
  ERR_TLS_CERT_ALTNAME_INVALID: ['tls', 'TLS certificate is for another host name'],
}

/** Converts errors of Node, OpenSSL or undici to a `FetchError`. */
export function asFetchError(error: unknown): FetchError {
  if (error instanceof FetchError) return error
  const cause = innermost(error)
  if (cause instanceof FetchError) return cause
  const code = String((cause as { code?: unknown })?.code ?? '')
  const known = KNOWN[code]
  if (known) return new FetchError(known[0], known[1], { cause })
  if (/^(ERR_SSL|ERR_TLS|ERR_OSSL|EPROTO|CERT_|CRL_|INVALID_CA|INVALID_PURPOSE|HOSTNAME_)/.test(code)) {
    return new FetchError('tls', 'TLS handshake failed', { cause })
  }
  if ((cause as Error | undefined)?.name === 'HTTPParserError' || code.startsWith('HPE_')) {
    return new FetchError('protocol', 'the answer is not valid HTTP', { cause })
  }
  return new FetchError('network', 'the request failed', { cause })
}

/** Several addresses that failed in turn make one AggregateError; the last error says most. */
function innermost(error: unknown): unknown {
  return error instanceof AggregateError && error.errors.length > 0 ? error.errors.at(-1) : error
}

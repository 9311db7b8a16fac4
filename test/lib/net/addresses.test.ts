import { expect } from 'chai'
import { addressRule, isNetwork, isPublicAddress, parseNetwork } from '../../../lib/net/addresses.js'

const PUBLIC = ['1.1.1.1', '8.8.8.8', '93.184.216.34', '172.15.255.255', '172.32.0.0', '100.63.255.255']
const PUBLIC_V6 = ['2606:4700:4700::1111', '2001:4860:4860::8888', '2a00:1450:4001::1']

const NOT_PUBLIC: Record<string, string[]> = {
  'this network': ['0.0.0.0', '0.1.2.3', '::'],
  private: ['10.0.0.1', '172.16.0.1', '172.31.255.255', '192.168.1.1'],
  loopback: ['127.0.0.1', '127.255.255.254', '::1'],
  'link-local': ['169.254.0.1', 'fe80::1', 'febf::1', 'fec0::1'],
  'unique-local': ['fc00::1', 'fd12:3456::1'],
  shared: ['100.64.0.1', '100.127.255.255'],
  multicast: ['224.0.0.1', '239.255.255.255', 'ff02::1', 'ff0e::1'],
  documentation: ['192.0.2.1', '198.51.100.7', '203.0.113.9', '2001:db8::1', '3fff::1'],
  benchmark: ['198.18.0.1', '198.19.255.255', '2001:2::1'],
  reserved: ['192.0.0.1', '240.0.0.1', '255.255.255.255', '4000::1', '1::1', '8000::1', '5f00::1', '100::1'],
  'IPv4-mapped and IPv4-compatible': ['::ffff:127.0.0.1', '::ffff:8.8.8.8', '::127.0.0.1', '::8.8.8.8'],
  translated: ['::ffff:0:8.8.8.8', '64:ff9b::8.8.8.8', '64:ff9b:1::1'],
  '6to4 and Teredo': ['192.88.99.1', '2002:7f00:1::', '2002:808:808::1', '2001::1'],
  metadata: ['169.254.169.254', '168.63.129.16', '100.100.100.200', '192.0.0.192', 'fd00:ec2::254'],
  'no address at all': ['', 'localhost', '127.0.0.1.', '1.2.3.4.5'],
}

describe('the classes of addresses', () => {
  it('addresses of the internet are public', () => {
    for (const address of [...PUBLIC, ...PUBLIC_V6]) expect(isPublicAddress(address), address).to.equal(true)
  })

  for (const [name, addresses] of Object.entries(NOT_PUBLIC)) {
    it(`${name} is not public`, () => {
      for (const address of addresses) expect(isPublicAddress(address), address).to.equal(false)
    })
  }

  it('an allowed network permits its addresses and no others', () => {
    const permits = addressRule(['127.0.0.0/8', '::1/128', 'fd00::/8'].map(parseNetwork))

    for (const address of ['127.0.0.1', '127.9.9.9', '::1', 'fd00::7', '8.8.8.8']) {
      expect(permits(address), address).to.equal(true)
    }
    for (const address of ['128.0.0.1.', '10.0.0.1', '::2', 'fc00::7', '::ffff:127.0.0.1', 'nonsense']) {
      expect(permits(address), address).to.equal(false)
    }
  })

  it('networks of both families are read, and other texts refused', () => {
    for (const text of [
      '10.0.0.0/8',
      '0.0.0.0/0',
      '192.168.1.4/32',
      'fd00::/8',
      '::1/128',
      '::ffff:127.0.0.0/104',
    ]) {
      expect(isNetwork(text), text).to.equal(true)
    }

    const faulty = [
      '',
      '10.0.0.0',
      '10.0.0.0/33',
      '10/8',
      '10.0.0.0/',
      '10.0.0.0/8/8',
      'fe80::%eth0/64',
      'all',
      '::/129',
    ]
    for (const text of faulty) {
      expect(isNetwork(text), text).to.equal(false)
      expect(() => parseNetwork(text), text).to.throw(`${text} is not a network`)
    }
  })
})

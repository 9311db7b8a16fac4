import { expect } from 'chai'
import { ConfigError, readConfig } from '../../lib/config.js'

const read = (environment: Record<string, string>) => readConfig(environment, '/srv/overheard')

describe('configuration', () => {
  it('every setting has a default', () => {
    const config = read({})

    expect(config).to.include({
      database: '/srv/overheard/overheard.db',
      host: '127.0.0.1',
      port: 8080,
      logLevel: 'info',
    })
    expect(config.planAlerts).to.deep.equal({ free: 3, starter: 25, pro: 100 })
    expect(config.alertMatchesPerDay).to.equal(50)
    expect(config.trustProxy).to.equal(false)
  })

  it('an empty value counts as not set', () => {
    expect(read({ OVERHEARD_PORT: '', OVERHEARD_SMTP_URL: ' ' })).to.include({
      port: 8080,
      smtpUrl: undefined,
    })
  })

  it('all faults are reported together', () => {
    const faulty = () =>
      read({
        OVERHEARD_PORT: '80800',
        OVERHEARD_LOG_LEVEL: 'loud',
        OVERHEARD_ALLOWED_NETWORKS: '127.0.0.0/8,10.0.0.0/99',
        OVERHEARD_PLAN_ALERTS: 'free=many',
        OVERHEARD_FEED_POLL_MINUTES: '-1',
        OVERHEARD_TRANSCRIBER: 'http',
        OVERHEARD_SMTP_URL: 'http://mail.example.org',
      })

    expect(faulty).to.throw(ConfigError).with.property('faults').that.has.lengthOf(7)
  })

  it('the host is an address or a name alone', () => {
    const host = (value: string) => read({ OVERHEARD_HOST: value }).host

    for (const value of ['0.0.0.0', '::1', 'fe80::1%eth0', 'localhost', 'my-host.example.org']) {
      expect(host(value)).to.equal(value)
    }
    for (const value of [
      'http://0.0.0.0',
      '127.0.0.1:8080',
      '[::1]',
      'me@localhost',
      'two hosts',
      '999.1.1.1',
    ]) {
      expect(() => host(value), value).to.throw(ConfigError, `OVERHEARD_HOST must be`)
    }
  })

  it('a faulty URL is reported without its password', () => {
    const faulty = () => read({ OVERHEARD_SMTP_URL: 'ftp://me:opensesame@mail.example.org' })

    expect(faulty).to.throw(ConfigError).with.property('message').that.does.not.include('opensesame')
  })

  it('a proxy is trusted if the variable is 1, and other values are refused', () => {
    const trusts = (value: string) => read({ OVERHEARD_TRUST_PROXY: value }).trustProxy

    expect(['1', '0', 'off', ''].map(trusts)).to.deep.equal([true, false, false, false])
    for (const value of ['yes', 'true', '10.0.0.1']) {
      expect(() => trusts(value), value).to.throw(
        ConfigError,
        `OVERHEARD_TRUST_PROXY must be one of 1, 0, off`,
      )
    }
  })

  it('single plans and fractions of minutes are accepted', () => {
    const config = read({ OVERHEARD_PLAN_ALERTS: 'free=1', OVERHEARD_FEED_POLL_MINUTES: '0.05' })

    expect(config.planAlerts).to.deep.equal({ free: 1, starter: 25, pro: 100 })
    expect(config.feedPollMinutes).to.equal(0.05)
  })
})

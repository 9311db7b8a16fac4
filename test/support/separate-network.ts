import { execFileSync } from 'node:child_process'

/** What a bridge does with the frames of a port. */
const [DISABLED, FORWARDING] = ['0', '3']

/**
 * A network namespace that reaches this machine over two links, one of which can be cut: frames are dropped then, and
 * neither end is told. Needs root, Linux and iproute2.
 */
export class SeparateNetwork {
  readonly #name = `ovh${process.pid}`
  /** This machine's addresses at the two links: the one that can be cut, and the other. */
  readonly cuttable = '10.231.7.1'
  readonly other = '10.231.8.1'
  /** The namespace's own. */
  readonly address = { cuttable: '10.231.7.2', other: '10.231.8.2' }

  /** What runs a command in it. */
  readonly through = ['ip', 'netns', 'exec', this.#name]

  /** @throws Error that says what is not permitted, or not there */
  static make(): SeparateNetwork {
    const network = new SeparateNetwork()
    try {
      network.lay()
      return network
    } catch (error) {
      network.remove()
      throw error
    }
  }

  cut(): void {
    run('bridge', 'link', 'set', 'dev', this.port('c'), 'state', DISABLED)
  }

  mend(): void {
    run('bridge', 'link', 'set', 'dev', this.port('c'), 'state', FORWARDING)
  }

  remove(): void {
    for (const end of ['c', 'o']) {
      tolerantly(() => ip('link', 'del', this.port(end)))
      tolerantly(() => ip('link', 'del', this.bridge(end)))
    }
    tolerantly(() => ip('netns', 'del', this.#name))
  }

  private lay(): void {
    ip('netns', 'add', this.#name)
    this.link('c', this.cuttable, this.address.cuttable)
    this.link('o', this.other, this.address.other)
    ip('-n', this.#name, 'link', 'set', 'lo', 'up')
  }

  private link(end: string, here: string, there: string): void {
    const [bridge, port, inside] = [this.bridge(end), this.port(end), `${this.#name}${end}n`]
    ip('link', 'add', bridge, 'type', 'bridge')
    ip('addr', 'add', `${here}/24`, 'dev', bridge)
    ip('link', 'add', port, 'type', 'veth', 'peer', 'name', inside, 'netns', this.#name)
    ip('link', 'set', port, 'master', bridge)
    ip('link', 'set', port, 'up')
    ip('link', 'set', bridge, 'up')
    ip('-n', this.#name, 'addr', 'add', `${there}/24`, 'dev', inside)
    ip('-n', this.#name, 'link', 'set', inside, 'up')
  }

  private bridge(end: string): string {
    return `${this.#name}${end}b`
  }

  private port(end: string): string {
    return `${this.#name}${end}p`
  }
}

const ip = (...args: string[]) => run('ip', ...args)

function run(program: string, ...args: string[]): void {
  execFileSync(program, args, { stdio: 'pipe', encoding: 'utf8' })
}

function tolerantly(work: () => void): void {
  try {
    work()
  } catch {
    // It was not there.
  }
}

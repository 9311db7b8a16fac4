import { EdgeTable } from './edge-table.js'
import { IntRows } from './int-rows.js'
import { forEachToken } from './keyword-tokens.js'
import { TokenTable } from './token-table.js'

const CHILDREN = 0
const PAYLOAD = 1
const NODE_WIDTH = 2

const SPACE = 0x20

/**
 * Told the payload of a node and from where to where its tokens stand. `isSpaced`: single spaces stand between them; what
 * stands there otherwise, and around them, is the caller's to verify.
 */
export type VisitKeyword = (payload: number, start: number, end: number, isSpaced: boolean) => void

/** Whether what lies between two tokens is one space. */
export function isOneSpace(text: string, from: number, to: number): boolean {
  return to === from + 1 && text.charCodeAt(from) === SPACE
}

/**
 * Prepared keywords by their tokens. A node's payload is one integer of the owner's, 0 for none; keywords
 * with the same tokens ("c", "c++") share a node. Grown and pruned in place.
 */
export class KeywordTrie {
  private readonly tokens = new TokenTable()
  private readonly nodes = new IntRows(NODE_WIDTH)
  private readonly edges = new EdgeTable()
  /** Nodes of first tokens, by token: the step taken at every word of a transcript. */
  private roots = new Int32Array(256)
  /** Paths begun earlier in the text that may go on: their nodes, and where they began. */
  private readonly openNodes: number[] = []
  private readonly openStarts: number[] = []
  private readonly openSpaced: boolean[] = []

  /** The node of a keyword, made when missing. The keyword needs a letter or digit. */
  grow(keyword: string): number {
    let node = 0
    forEachToken(keyword, (start, end, hash) => {
      const token = this.tokens.find(keyword, start, end, hash)
      const known = token === 0 ? 0 : this.child(node, token)
      node = known || this.sprout(node, this.tokens.use(keyword, start, end, hash))
    })
    return node
  }

  payload(node: number): number {
    return this.nodes.data[node * NODE_WIDTH + PAYLOAD]!
  }

  setPayload(node: number, payload: number): void {
    this.nodes.data[node * NODE_WIDTH + PAYLOAD] = payload
  }

  /** Takes away the nodes of a keyword that neither carry anything nor lead on. */
  prune(keyword: string): void {
    const path: Array<{ parent: number; token: number; node: number }> = []
    let parent = 0
    forEachToken(keyword, (start, end, hash) => {
      const token = this.tokens.find(keyword, start, end, hash)
      const node = this.child(parent, token)
      path.push({ parent, token, node })
      parent = node
    })
    for (const { parent, token, node } of path.reverse()) {
      const at = node * NODE_WIDTH
      if (this.nodes.data[at + PAYLOAD] !== 0 || this.nodes.data[at + CHILDREN] !== 0) return
      this.cut(parent, token, node)
    }
  }

  /** One pass over a prepared text, for every place where a keyword's tokens stand one after the other. */
  scan(text: string, visit: VisitKeyword): void {
    const { openNodes, openStarts, openSpaced } = this
    let open = 0
    let lastEnd = 0
    forEachToken(text, (start, end, hash) => {
      const spaced = isOneSpace(text, lastEnd, start)
      lastEnd = end
      const token = this.tokens.find(text, start, end, hash)
      if (token === 0) {
        open = 0
        return
      }
      let kept = 0
      for (let each = 0; each <= open; each++) {
        const isFirst = each === open
        const node = isFirst ? this.roots[token]! : this.edges.find(openNodes[each]!, token)
        if (node === 0) continue
        const began = isFirst ? start : openStarts[each]!
        const isSpaced = isFirst || (spaced && openSpaced[each]!)
        const payload = this.payload(node)
        if (payload !== 0) visit(payload, began, end, isSpaced)
        if (this.nodes.data[node * NODE_WIDTH + CHILDREN] === 0) continue
        openNodes[kept] = node
        openStarts[kept] = began
        openSpaced[kept] = isSpaced
        kept++
      }
      open = kept
    })
  }

  private child(node: number, token: number): number {
    return node === 0 ? (this.roots[token] ?? 0) : this.edges.find(node, token)
  }

  private sprout(parent: number, token: number): number {
    const node = this.nodes.allocate()
    if (parent !== 0) {
      this.edges.insert(parent, token, node)
      this.nodes.data[parent * NODE_WIDTH + CHILDREN]!++
      return node
    }
    if (token >= this.roots.length) {
      const larger = new Int32Array(Math.max(this.tokens.limit, this.roots.length * 2))
      larger.set(this.roots)
      this.roots = larger
    }
    this.roots[token] = node
    return node
  }

  private cut(parent: number, token: number, node: number): void {
    if (parent === 0) {
      this.roots[token] = 0
    } else {
      this.edges.remove(parent, token)
      this.nodes.data[parent * NODE_WIDTH + CHILDREN]!--
    }
    this.nodes.release(node)
    this.tokens.release(token)
  }
}

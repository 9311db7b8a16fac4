import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect } from 'chai'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Paths of all Markdown files, below the root. */
const guides = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '*.md'], {
  cwd: root,
  encoding: 'utf8',
})
  .split('\n')
  .filter((path) => path !== '' && existsSync(join(root, path)))

const textOf = (path: string) => readFileSync(join(root, path), 'utf8')

/** The anchor that Markdown viewers give to a heading. */
const anchorOf = (heading: string) =>
  heading
    .toLowerCase()
    .replace(/[^\p{Letter}\p{Number}\s_-]/gu, '')
    .trim()
    .replace(/\s/g, '-')

const anchorsOf = (path: string) =>
  [...textOf(path).matchAll(/^#+ (.+)$/gm)].map(([, heading]) => anchorOf(heading!))

/** Where the links of a guide lead that stay inside the project: a path below the root, and an anchor. */
function innerLinks(path: string): Array<{ target: string; anchor: string }> {
  const links = [...textOf(path).matchAll(/\]\((?!https?:)([^)#\s]*)(?:#([^)\s]*))?\)/g)]
  return links.map(([, target, anchor]) => ({
    target: target === '' ? path : relative(root, join(root, dirname(path), target!)),
    anchor: anchor ?? '',
  }))
}

describe('The guides', () => {
  for (const guide of guides) {
    it(`the links of ${guide} lead only to files and headings that exist`, () => {
      const broken = innerLinks(guide).filter(
        ({ target, anchor }) =>
          !existsSync(join(root, target)) || (anchor !== '' && !anchorsOf(target).includes(anchor)),
      )

      expect(broken).to.deep.equal([])
    })
  }

  it('every guide is reached from the README', () => {
    const reached = innerLinks('README.md').map(({ target }) => target)

    expect(reached).to.include.members(guides.filter((guide) => guide !== 'README.md'))
  })
})

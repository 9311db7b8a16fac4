import type { ComponentChildren } from 'preact'
import { useState } from 'preact/hooks'
import { text } from '../strings.js'
import { Icon } from './icon.js'
import { LoadState } from './status.js'

/** A link to the parent page. */
export function Back({ to, children }: { to: string; children: ComponentChildren }) {
  return (
    <a class="back" href={to}>
      <Icon name="left" />
      {children}
    </a>
  )
}

/** A page whose first answer is not there yet, or has failed. */
export function UnloadedPage({ of }: Parameters<typeof LoadState>[0]) {
  return (
    <div class="page">
      <LoadState of={of} />
    </div>
  )
}

interface RefreshProps {
  of: ReadonlyArray<{ isLoading: boolean; isReloading: boolean; problem: unknown; reload(): void }>
}

/** Loads parts of a page again. Pages never reload by themselves. */
export function Refresh({ of }: RefreshProps) {
  const [isPressed, setPressed] = useState(false)
  const isReloading = of.some((part) => part.isReloading)
  const isUpToDate = isPressed && !of.some((part) => part.isLoading || part.isReloading || part.problem)
  return (
    <span class="push row">
      <span role="status">
        {isReloading && <span class="loading small soft">{text.loading}</span>}
        {isUpToDate && <span class="unseen">{text.upToDate}</span>}
      </span>
      <button
        type="button"
        class="quiet"
        onClick={() => {
          setPressed(true)
          for (const part of of) part.reload()
        }}
      >
        {text.refresh}
      </button>
    </span>
  )
}

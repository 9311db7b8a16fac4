import { useEffect, useState } from 'preact/hooks'
import { dayOfUnix, secondsUntil } from '../format.js'
import { limits } from '../limits.js'
import { focusPage } from '../place.js'
import type { Problem } from '../problem.js'
import { useStore } from '../store.js'
import { text } from '../strings.js'
import { Icon } from './icon.js'

/** Shows a problem. Screen readers announce it when it appears. */
export function ProblemNote({
  problem,
  retry,
}: {
  problem: Problem | undefined
  retry?: (() => void) | undefined
}) {
  if (!problem) return null
  return (
    <div class="notice bad" role="alert">
      <Icon name="warning" />
      <p>
        {problem.minuteEndsAt === undefined ? (
          problem.words
        ) : (
          <Countdown key={problem.minuteEndsAt} until={problem.minuteEndsAt} words={text.wait.again} />
        )}
      </p>
      {retry && (
        <div class="deeds">
          <button type="button" class="quiet" onClick={retry}>
            {text.again}
          </button>
        </div>
      )}
    </div>
  )
}

/** Seconds until an instant. Screen readers read the first number only, not a new one every second. */
function Countdown({ until, words }: { until: number; words: (seconds: number) => string }) {
  const left = () => secondsUntil(until)
  const [first] = useState(left)
  const [seconds, setSeconds] = useState(left)
  useEffect(() => {
    const timer = setInterval(() => setSeconds(left()), 250)
    return () => clearInterval(timer)
  }, [])
  return (
    <>
      <span class="time" aria-hidden="true">
        {words(seconds)}
      </span>
      <span class="unseen">{words(first)}</span>
    </>
  )
}

/** Notices for every page: a request that waits, and a monthly allowance that is used up. */
export function Banners() {
  const { waits, usedUp } = useStore(limits)
  const [wait] = waits
  return (
    <div class="banners">
      <div role="status">
        {wait && (
          <p class="notice">
            <Icon name="warning" />
            <Countdown key={wait.until} until={wait.until} words={text.wait[wait.why]} />
          </p>
        )}
      </div>
      {usedUp && (
        <div class="notice" role="alert">
          <Icon name="warning" />
          <p>{text.usedUp[usedUp.scope](dayOfUnix(usedUp.reset))}</p>
          <div class="deeds">
            <button
              type="button"
              class="plain quiet"
              onClick={() => {
                limits.merge({ usedUp: null })
                focusPage()
              }}
            >
              {text.dismiss}
            </button>
          </div>
        </div>
      )}
    </div>
  )
}

/** Shows, after a short delay, that an answer is loading. */
export function Loading() {
  return (
    <p class="loading soft" role="status">
      {text.loading}
    </p>
  )
}

interface Asked {
  isLoading: boolean
  problem: Problem | undefined
  reload(): void
}

/** Shows that an answer is loading or has failed. An answer that is already shown stays. */
export function LoadState({ of }: { of: Asked }) {
  if (of.isLoading) return <Loading />
  return <ProblemNote problem={of.problem} retry={of.reload} />
}

/** Drawn on a grid of 24 by 24; `full` ones are filled. */
const PATHS = {
  search: ['M17.5 11a6.5 6.5 0 1 1-13 0 6.5 6.5 0 0 1 13 0Z', 'm16 16 4.5 4.5'],
  matches: ['M4 5h16v11H9l-5 4Z', 'M8.5 9h7M8.5 12.2h4.5'],
  alerts: ['M6 10a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7Z', 'M10 20.5h4'],
  webhook: [
    'M8.6 17a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0ZM20.6 17a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0ZM14.6 6.5a2.6 2.6 0 1 1-5.2 0 2.6 2.6 0 0 1 5.2 0Z',
    'm10.8 8.9-3.6 5.8M13.2 8.9l3.6 5.8M8.8 17h6.4',
  ],
  feeds: ['M5 5a14 14 0 0 1 14 14M5 11a8 8 0 0 1 8 8', 'M7.2 18a1.2 1.2 0 1 1-2.4 0 1.2 1.2 0 0 1 2.4 0Z'],
  down: ['m6 9.5 6 6 6-6'],
  up: ['m6 14.5 6-6 6 6'],
  left: ['m14 6-6 6 6 6'],
  close: ['m7 7 10 10M17 7 7 17'],
  save: ['M12 4v11m-4.5-4.5L12 15l4.5-4.5M5 19.5h14'],
  link: [
    'M10 14a4 4 0 0 0 6 .4l3-3a4 4 0 0 0-5.7-5.7L12 7',
    'M14 10a4 4 0 0 0-6-.4l-3 3A4 4 0 0 0 10.7 18.3L12 17',
  ],
  warning: ['M12 4 2.8 19.5h18.4Z', 'M12 10v4.5m0 2.3v.1'],
  follow: ['M5 6h14M5 11h8M5 16h5', 'M17 11v8m-3-3 3 3 3-3'],
  back15: ['M4 12.5a8 8 0 1 0 2.6-6L4 9', 'M4 4.5V9h4.5'],
  on30: ['M20 12.5a8 8 0 1 1-2.6-6L20 9', 'M20 4.5V9h-4.5'],
} as const

const FULL = {
  play: 'M8 5.2v13.6a.6.6 0 0 0 .9.5l10.8-6.8a.6.6 0 0 0 0-1L8.9 4.7a.6.6 0 0 0-.9.5Z',
  pause: 'M7 5h3.5v14H7zM13.5 5H17v14h-3.5z',
} as const

export type IconName = keyof typeof PATHS | keyof typeof FULL

/** A picture beside words; screen readers skip it. */
export function Icon({ name, digits }: { name: IconName; digits?: string }) {
  const isFull = name in FULL
  const paths = isFull ? [FULL[name as keyof typeof FULL]] : PATHS[name as keyof typeof PATHS]
  return (
    <svg class={isFull ? 'icon full' : 'icon'} viewBox="0 0 24 24" aria-hidden="true">
      {paths.map((path) => (
        <path key={path} d={path} />
      ))}
      {digits && (
        <text x="12" y="15.8">
          {digits}
        </text>
      )}
    </svg>
  )
}

export function Logo() {
  return (
    <svg viewBox="0 0 32 32" fill="currentColor" aria-hidden="true">
      <path d="M16 3C8.3 3 2 8.5 2 15.3c0 4.2 2.4 7.9 6 10.1V30l5-3c1 .2 2 .3 3 .3 7.7 0 14-5.4 14-12.2S23.7 3 16 3Zm-5 15.5a1.5 1.5 0 0 1-1.5-1.5v-3a1.5 1.5 0 0 1 3 0v3a1.5 1.5 0 0 1-1.5 1.5Zm5 3a1.5 1.5 0 0 1-1.5-1.5v-9a1.5 1.5 0 0 1 3 0v9a1.5 1.5 0 0 1-1.5 1.5Zm5-3a1.5 1.5 0 0 1-1.5-1.5v-3a1.5 1.5 0 0 1 3 0v3a1.5 1.5 0 0 1-1.5 1.5Z" />
    </svg>
  )
}

import type { ComponentChildren } from 'preact'

interface Props {
  /** The id of the control among the children; `describedBy(id)` refers to its hint and its error. */
  id: string
  label: string
  hint?: ComponentChildren
  problem?: string | undefined
  children: ComponentChildren
}

export const describedBy = (id: string) => `${id}-hint ${id}-fault`

/** A control with its label, hint and error. */
export function Field({ id, label, hint, problem, children }: Props) {
  return (
    <div>
      <label for={id}>
        <span>{label}</span>
      </label>
      {children}
      {hint && (
        <p class="small soft" id={`${id}-hint`}>
          {hint}
        </p>
      )}
      <Fault id={`${id}-fault`} words={problem} />
    </div>
  )
}

export function Fault({ id, words }: { id?: string; words: string | undefined }) {
  if (!words) return null
  return (
    <p class="small fault" id={id} role="alert">
      {words}
    </p>
  )
}

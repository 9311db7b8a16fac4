/** Control characters except tabs and line ends, and halves of surrogate pairs, which JSON can contain. */
const CONTROLS = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f\p{Cs}]/gu
/** Characters that a terminal acts on, such as those that reverse a line. Only tabs and line feeds are harmless. */
const TERMINAL_CONTROLS = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u202a-\u202e\u2066-\u2069]/g

/** A text that every database can store and that cannot begin an escape sequence. */
export const withoutControls = (text: string): string => text.replace(CONTROLS, '')

/** A text that is safe to print on a terminal. */
export const printable = (text: string): string => text.replace(TERMINAL_CONTROLS, '')

/** JSON that is safe to print on a terminal and loses nothing. */
export const printableJson = (value: unknown): string =>
  JSON.stringify(value).replace(
    TERMINAL_CONTROLS,
    (control) => `\\u${control.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

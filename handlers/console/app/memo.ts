import { Component, type ComponentChildren, h } from 'preact'

/** A component that renders again only when one of its properties is another one. */
export function memo<Props extends object>(render: (props: Props) => ComponentChildren) {
  return class extends Component<Props> {
    override shouldComponentUpdate(next: Props): boolean {
      return (Object.keys(next) as Array<keyof Props>).some((name) => next[name] !== this.props[name])
    }

    override render(): ComponentChildren {
      return h(render as (props: Props) => never, this.props as Props)
    }
  }
}

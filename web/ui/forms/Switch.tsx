import { Choice, type ChoiceProps } from './Choice.tsx'

/** For what takes effect at once; what waits for a Save button is a checkbox. */
export function Switch(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" role="switch" look="switch" />
}

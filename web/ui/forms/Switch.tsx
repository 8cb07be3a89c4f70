import { Choice, type ChoiceProps } from './Choice.tsx'

/** A switch for a setting that takes effect immediately; one that waits for a Save button is a checkbox. */
export function Switch(props: ChoiceProps) {
  return <Choice {...props} type="checkbox" role="switch" look="switch" />
}

import { Choice, type ChoiceProps } from './Choice.tsx'

export function Radio(props: ChoiceProps) {
  return <Choice {...props} type="radio" look="dot" />
}

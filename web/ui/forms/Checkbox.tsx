import { Choice, type ChoiceProps } from './Choice.tsx'

interface CheckboxProps extends ChoiceProps {
  readonly indeterminate?: boolean
}

export function Checkbox({ indeterminate = false, ref, ...rest }: CheckboxProps) {
  return (
    <Choice
      {...rest}
      type="checkbox"
      look="box"
      ref={input => {
        if (input) input.indeterminate = indeterminate
        if (typeof ref === 'function') return ref(input)
        if (ref) ref.current = input
      }}
    />
  )
}

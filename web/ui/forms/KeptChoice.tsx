interface KeptChoiceProps<Choice> {
  /** The field's. */
  readonly label: string
  readonly value: Choice
  readonly onValue: (value: Choice) => void
}

/** Lets the form keep what is chosen in a control of ours as it keeps its fields (kept-fields.ts). */
export function KeptChoice<Choice>({ label, value, onValue }: KeptChoiceProps<Choice>) {
  return (
    <input
      type="hidden"
      data-choice
      aria-label={label}
      value={JSON.stringify(value)}
      // Put back as it was kept.
      onInput={event => onValue(JSON.parse(event.currentTarget.value) as Choice)}
    />
  )
}

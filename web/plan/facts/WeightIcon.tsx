interface WeightIconProps {
  readonly size?: 12 | 16
}

/** A kettle weight. */
export function WeightIcon({ size = 16 }: WeightIconProps) {
  return (
    <svg
      viewBox="0 0 16 16"
      width={size}
      height={size}
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      aria-hidden="true"
    >
      <path d="M3.6 6.2h8.8l1.6 7.6H2z" strokeLinejoin="round" />
      <circle cx="8" cy="3.9" r="2.1" />
    </svg>
  )
}

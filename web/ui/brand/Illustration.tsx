import styles from './Illustration.module.css'

interface IllustrationProps {
  readonly of: 'nothing-yet' | 'nothing-found' | 'all-done' | 'not-found' | 'broken'
}

/** Small drawings in threads for empty places. They say nothing the words beside them do not say. */
export function Illustration({ of }: IllustrationProps) {
  return (
    <svg viewBox="0 0 120 80" width="150" height="100" aria-hidden="true" className={styles.drawing}>
      <Loom />
      <Figure of={of} />
    </svg>
  )
}

function Loom() {
  return (
    <g className={styles.warp}>
      {[22, 32, 42, 52, 62, 72, 82, 92].map(x => (
        <path key={x} d={`M${x + 3} 10V70`} />
      ))}
    </g>
  )
}

function Figure({ of }: IllustrationProps) {
  switch (of) {
    case 'nothing-yet':
      return (
        <>
          <path className={styles.weft} d="M12 60h6q5-7 10 0t10 0 10 0 10 0 10 0 10 0 10 0 10 0h12" />
          <path className={styles.accent} d="M12 48h6q5 7 10 0t10 0 10 0 10 0h6" />
          <path className={styles.solid} d="M63 47q12-10 32-8-11 13-32 8z" />
        </>
      )
    case 'nothing-found':
      return (
        <>
          <path className={styles.weft} d="M14 60h92" />
          <circle className={styles.lens} cx="58" cy="34" r="16" />
          <path className={styles.accent} d="M69.5 45.5 82 58" />
          <path className={styles.accent} d="M52 34h12" />
        </>
      )
    case 'all-done':
      return (
        <>
          <path className={styles.weft} d="M14 60h92M14 52h92" />
          <circle className={styles.lens} cx="60" cy="34" r="17" />
          <path className={styles.accent} d="M52 34.5 58 40.5 69 28" />
        </>
      )
    case 'not-found':
      return (
        <>
          <path className={styles.weft} d="M14 40h30q4 0 5 6t-4 10M106 40H78q-5 0-6-5t5-9" />
          <path className={styles.accent} d="M14 56h20M106 24H94" />
        </>
      )
    case 'broken':
      return (
        <>
          <path className={styles.weft} d="M14 34h34l5-6M106 46H70l-5 6" />
          <path className={styles.danger} d="M56 40l8-3-4 6 5 2" />
        </>
      )
    default:
      return of satisfies never
  }
}

import styles from './Sparkline.module.css'

/** A small drawing of values by day beside a figure that says their sum. */
export function Sparkline({ values }: { readonly values: readonly number[] }) {
  const most = Math.max(1, ...values)
  const last = Math.max(1, values.length - 1)
  const corners = values.map((value, index) => `${(index / last) * 100} ${20 - (value / most) * 20}`)
  return (
    <svg aria-hidden="true" viewBox="0 0 100 20" preserveAspectRatio="none" className={styles.line}>
      <path d={`M${corners.join('L')}${corners.length === 1 ? 'h0' : ''}`} />
    </svg>
  )
}

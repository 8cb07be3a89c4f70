import { isWebAddress } from '#contract/web-address.ts'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import type { AlertFactsData } from '../shapes.ts'
import styles from './AlertPage.module.css'
import { metricOf } from './metric-of.ts'

/** The values that the rule of the alert looked at, and the pages of the monitoring tool about them. */
export function Metric({ facts }: { readonly facts: AlertFactsData }) {
  const { values, links } = metricOf(facts.details)
  const reachable = links.filter(({ href }) => isWebAddress(href))
  if (values.length === 0 && reachable.length === 0) return null
  return (
    <Card title="Metric" className={styles.metric}>
      <div className={styles.measured}>
        {values.length > 0 && (
          <dl className={styles.values}>
            {values.map(({ name, text }) => (
              <div key={name}>
                <dt>
                  <bdi>{name}</bdi>
                </dt>
                <dd>
                  <bdi>{text}</bdi>
                </dd>
              </div>
            ))}
          </dl>
        )}
        {reachable.length > 0 && (
          <div className={styles.links}>
            {reachable.map(({ label, href }) => (
              <LinkButton key={label} size="s" href={href} rel="noreferrer" target="_blank">
                {label}
              </LinkButton>
            ))}
          </div>
        )}
      </div>
    </Card>
  )
}

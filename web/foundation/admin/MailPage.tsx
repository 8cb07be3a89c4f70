import { urlOf } from '#web/api/client.ts'
import { getMail, getMailFile } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { usePageParams } from '#web/api/route.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { describeSize } from '#web/ui/text/size.ts'
import { AdminFrame } from './AdminFrame.tsx'
import { linked } from './linked.tsx'
import styles from './MailPage.module.css'
import { MailState } from './MailState.tsx'

export function MailPage() {
  const { id } = usePageParams()
  const { data: mail } = useReading(getMail, { id: Number(id) })
  if (mail === undefined) return <Skeleton rows={6} shape="row" />
  return (
    <AdminFrame
      active="mails"
      title={mail.subject}
      width="list"
      detail={
        <span className={styles.facts}>
          <span>To {mail.recipient}</span>
          <RelativeTime at={mail.createdAt} />
          <MailState mail={mail} />
        </span>
      }
      actions={<LinkButton href="/admin/mails">All emails</LinkButton>}
    >
      {mail.failure !== null && mail.sentAt === null && (
        <Banner tone="danger" title="This email could not be sent">
          {mail.failure}
        </Banner>
      )}
      {mail.holdsSecrets && (
        <Banner tone="warning" title="This email contains personal links">
          Share it only with {mail.recipient}. No SMTP server is configured, so the recipient cannot get it any other
          way. Once one is configured, these links are no longer shown here.
        </Banner>
      )}
      {mail.file !== null && (
        <p>
          <TextLink href={urlOf(getMailFile, { id: mail.id })} download>
            {mail.file.name}
          </TextLink>{' '}
          ({describeSize(mail.file.sizeBytes)})
        </p>
      )}
      <Card title="Text">
        {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard */}
        <pre tabIndex={0} className={styles.text}>
          {linked(mail.text)}
        </pre>
      </Card>
      {mail.html !== null && (
        <Card title="HTML preview" flush>
          {/* The preview has no scripts, forms or origin of its own, whatever the mail contains. */}
          <iframe title="Email preview" sandbox="" srcDoc={mail.html} className={styles.frame} />
        </Card>
      )}
    </AdminFrame>
  )
}

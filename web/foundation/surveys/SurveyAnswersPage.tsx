import { foundationTitles } from '#contract/foundation/page-titles.ts'
import { surveyRatings } from '#contract/foundation/survey-ratings.ts'
import { surveyTopic } from '#contract/live-topics.ts'
import type { ReplyOf } from '#contract/operation.ts'
import { surveyAnswersPage } from '#web/api/operations.gen.ts'
import { useReading } from '#web/api/query.ts'
import { usePageSearch } from '#web/api/route.tsx'
import { LinkButton } from '#web/ui/actions/Button.tsx'
import { TextLink } from '#web/ui/actions/TextLink.tsx'
import { Illustration } from '#web/ui/brand/Illustration.tsx'
import { Card } from '#web/ui/layout/Card.tsx'
import { List } from '#web/ui/layout/List.tsx'
import { Pagination } from '#web/ui/layout/Pagination.tsx'
import { Avatar } from '#web/ui/people/Avatar.tsx'
import { Banner } from '#web/ui/status/Banner.tsx'
import { EmptyState } from '#web/ui/status/EmptyState.tsx'
import { RetryBanner } from '#web/ui/status/RetryBanner.tsx'
import { Skeleton } from '#web/ui/status/Skeleton.tsx'
import { counted } from '#web/ui/text/counted.ts'
import { RelativeTime } from '#web/ui/text/RelativeTime.tsx'
import { AdminFrame } from '../admin/AdminFrame.tsx'
import { answersInput } from './address.ts'
import { messages } from './messages.ts'
import styles from './SurveyAnswersPage.module.css'

type Answers = ReplyOf<typeof import('#contract/foundation/surveys.ts').surveyAnswersPage>

const address = '/admin/survey_answers'

/** The answers to the survey about the site, for administrators. */
export function SurveyAnswersPage() {
  return (
    <AdminFrame
      active="survey"
      title={foundationTitles.surveyAnswers}
      detail="What people think of Weft, in their own words."
      width="list"
    >
      <Answers />
    </AdminFrame>
  )
}

function Answers() {
  const input = answersInput(usePageSearch())
  const { data, isError, refetch } = useReading(surveyAnswersPage, input, {
    topics: () => [surveyTopic],
    keepPrevious: true,
  })
  if (data === undefined)
    return isError ? (
      <RetryBanner onRetry={refetch}>{messages.fetchAnswers}</RetryBanner>
    ) : (
      <Skeleton rows={4} shape="row" />
    )
  const total = sumOf(data.counts)
  return (
    <>
      {!data.isEnabled && total > 0 && (
        <Banner tone="info" action={<SettingsLink />}>
          {messages.disabled}
        </Banner>
      )}
      {total === 0 ? (
        <EmptyState
          illustration={<Illustration of="nothing-yet" />}
          title="No answers yet"
          action={data.isEnabled ? null : <SettingsLink />}
        >
          {data.isEnabled ? messages.soon : messages.disabled}
        </EmptyState>
      ) : (
        <>
          <Ratings counts={data.counts} total={total} />
          <List aria-label="Answers">
            {data.answers.map(answer => (
              <AnswerRow key={answer.id} answer={answer} />
            ))}
          </List>
        </>
      )}
      <Pagination
        label="Answers pagination"
        previous={data.previous === null ? null : `${address}?before=${data.previous}`}
        next={data.next === null ? null : `${address}?after=${data.next}`}
      />
    </>
  )
}

const SettingsLink = () => <LinkButton href="/admin/settings">Open settings</LinkButton>

const sumOf = (counts: readonly number[]): number => counts.reduce((sum, count) => sum + count, 0)

/** The average, and a bar for each rating. */
function Ratings({ counts, total }: { readonly counts: Answers['counts']; readonly total: number }) {
  const countOf = (rating: number) => counts[rating - 1] ?? 0
  const average = sumOf(counts.map((count, index) => count * (index + 1))) / total
  return (
    <Card title="Ratings">
      <div className={styles.ratings}>
        <p className={styles.average}>
          <strong>{average.toLocaleString('en-US', { minimumFractionDigits: 1, maximumFractionDigits: 1 })}</strong>
          <span>average of {counted(total, 'answer')}</span>
        </p>
        <dl className={styles.bars}>
          {surveyRatings.toReversed().map(rating => (
            <div key={rating} className={styles.bar}>
              <dt>{rating}</dt>
              <dd>
                <span aria-hidden className={styles.track}>
                  <span className={styles.share} style={{ width: `${(100 * countOf(rating)) / total}%` }} />
                </span>
                <span className={styles.count}>{countOf(rating)}</span>
              </dd>
            </div>
          ))}
        </dl>
      </div>
    </Card>
  )
}

function AnswerRow({ answer: { rating, comment, createdAt, user } }: { readonly answer: Answers['answers'][number] }) {
  return (
    <li className={styles.answer}>
      <span className={styles.rating} role="img" aria-label={`Rating ${rating} of 5`}>
        {rating}
      </span>
      <div className={styles.said}>
        {comment === null ? (
          <p className={styles.without}>No comment</p>
        ) : (
          <p dir="auto" className={styles.comment}>
            {comment}
          </p>
        )}
        <p className={styles.facts}>
          <Avatar {...user} sizePx={16} named={false} />
          <TextLink href={`/${user.username}`}>{user.name}</TextLink>
          <RelativeTime at={createdAt} />
        </p>
      </div>
    </li>
  )
}

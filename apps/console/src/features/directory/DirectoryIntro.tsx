import { CheckCircleOutlined } from '@ant-design/icons'
import { useText } from '@weft/ui'
import { Link } from 'react-router'
import { permits, useAccount } from '../../shared/account/use-account.ts'
import { LinkButton } from '@weft/ui/parts/LinkButton.tsx'
import { usePageOpen } from '../../shared/page/open-pages.ts'
import { EDIT } from './directory-paths.ts'
import * as text from './directory.text.ts'

const HANDBOOK = '/handbook'

/** Explains the use of a directory while there is none. */
export function DirectoryIntro() {
  const t = useText(text)
  const account = useAccount()
  const isOpen = usePageOpen()
  return (
    <section className="directory-intro" aria-labelledby="directory-intro">
      <h2 id="directory-intro">{t.introTitle}</h2>
      <ul className="directory-benefits">
        {t.benefits.map((benefit) => (
          <li key={benefit}>
            <CheckCircleOutlined aria-hidden /> {benefit}
          </li>
        ))}
      </ul>
      <ol className="directory-steps" aria-label={t.stepsLabel}>
        {t.steps.map((step, at) => (
          <li key={step}>
            <span className="directory-step-number" aria-hidden>
              {at + 1}
            </span>
            {step}
          </li>
        ))}
      </ol>
      <div className="directory-begin">
        {permits(account, 'directory.edit') && (
          <LinkButton type="primary" to={EDIT}>
            {t.begin}
          </LinkButton>
        )}
        {isOpen(HANDBOOK) && (
          <Link to={HANDBOOK} target="_blank">
            {t.guide}
          </Link>
        )}
      </div>
    </section>
  )
}

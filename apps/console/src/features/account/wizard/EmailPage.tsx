import { emailKind } from '../contact/email-kind.tsx'
import { ContactWizard } from './ContactWizard.tsx'

export const EmailPage = () => <ContactWizard kind={emailKind} />

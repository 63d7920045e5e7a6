import { phoneKind } from '../contact/phone-kind.tsx'
import { ContactWizard } from './ContactWizard.tsx'

export const PhonePage = () => <ContactWizard kind={phoneKind} />

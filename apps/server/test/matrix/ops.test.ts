import { opsEssentials } from './ops-matrix.ts'

opsEssentials()

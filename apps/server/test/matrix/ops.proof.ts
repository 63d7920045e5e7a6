import { opsMatrix } from './ops-matrix.ts'

opsMatrix()

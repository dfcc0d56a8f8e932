/** Errors of every AWS service, in the namespace of the framework. */
const common = [
  'AccessDeniedException',
  'ExpiredTokenException',
  'IncompleteSignatureException',
  'InvalidSignatureException',
  'MissingAuthenticationTokenException',
  'RequestEntityTooLargeException',
  'SerializationException',
  'UnknownOperationException',
  'UnrecognizedClientException',
  'ValidationException',
] as const;

/** Whole-batch refusals of BatchMeterUsage that can be demanded by a fault. */
export const batchErrors = [
  'TimestampOutOfBoundsException',
  'InvalidUsageDimensionException',
  'InvalidLicenseException',
  'InvalidCustomerIdentifierException',
  'InvalidProductCodeException',
  'InvalidTagException',
  'InvalidUsageAllocationsException',
] as const;

export type ErrorType =
  | (typeof common)[number]
  | (typeof batchErrors)[number]
  | 'DisabledApiException'
  | 'InternalServerException'
  | 'InternalServiceErrorException'
  | 'InvalidParameterException'
  | 'InvalidTokenException'
  | 'ResourceNotFoundException'
  | 'ThrottlingException';

/** A refusal of a whole request. The types are the real service's, the wording is ours where it is not known. */
export interface Failure {
  readonly failure: ErrorType;
  readonly message: string;
}

/** Throttling is a 400 too. */
export function statusOf(failure: ErrorType): number {
  if (failure === 'RequestEntityTooLargeException') return 413;
  return failure.startsWith('Internal') ? 500 : 400;
}

export function qualified(failure: ErrorType, namespace: string): string {
  const isCommon = (common as readonly string[]).includes(failure);
  return `${isCommon ? 'com.amazon.coral.service' : namespace}#${failure}`;
}

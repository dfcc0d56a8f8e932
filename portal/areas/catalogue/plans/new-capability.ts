import { keyError } from './key-error.ts';

export interface NewCapability {
  readonly name: string;
  readonly key: string;
}

export const noCapability: NewCapability = { name: '', key: '' };

/** A row that nobody has filled in. */
export const isBlank = ({ name, key }: NewCapability): boolean => name.trim() === '' && key === '';

interface CapabilityValues {
  readonly capabilities: readonly NewCapability[];
}

/** The errors of a capability, for a form that lists them as `capabilities`. Blank rows have none. */
export const capabilityErrors = {
  name: (name: string, values: CapabilityValues, path: string) =>
    name.trim() === '' && !isBlank(at(values, path)) ? 'Enter the name of the capability' : null,
  key: (key: string, values: CapabilityValues, path: string) => {
    const own = at(values, path);
    const others = values.capabilities.filter((other) => other !== own).map((other) => other.key);
    return isBlank(own) ? null : keyError(key, others, 'capability');
  },
};

/** `path` is `capabilities.0.key`. */
const at = ({ capabilities }: CapabilityValues, path: string): NewCapability =>
  capabilities[Number(path.split('.')[1])] ?? noCapability;

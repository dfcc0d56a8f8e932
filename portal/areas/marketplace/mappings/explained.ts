/** The explanation of a field follows the chosen value. */
export const explained = {
  inputWrapperOrder: ['label', 'input', 'description', 'error'] as (
    | 'label'
    | 'input'
    | 'description'
    | 'error'
  )[],
  descriptionProps: { fz: 'xs' },
};

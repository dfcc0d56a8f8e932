// Tessera on Azure Container Apps, with Azure Database for PostgreSQL and Key Vault.
//
// UNTESTED: written by the documentation, never deployed or compiled. Review the plan before you use it:
//   az deployment group what-if --resource-group tessera --template-file deploy/azure/main.bicep --parameters …
targetScope = 'resourceGroup'

@description('The region of every resource.')
param location string = resourceGroup().location

@description('Begins every name; lower-case letters and digits.')
@minLength(3)
@maxLength(12)
param name string = 'tessera'

@description('The image, with its registry and digest or tag.')
param image string

@description('The address that people and applications use, with https. Bind its domain to the app tessera-api.')
param publicUrl string

@description('The application (client) id under which the API is registered at the identity provider.')
param idpApiAppId string

@description('The application for sign-in to the portal; empty without sign-in.')
param idpSignInClientId string = ''

@secure()
@description('The secret of the application for sign-in.')
param idpSignInClientSecret string = ''

@secure()
@description('32 random bytes in base64, as `openssl rand -base64 32` prints them. Always pass the same one.')
param encryptionKey string

@secure()
@description('The password of the database administrator: letters and digits, at least 16.')
@minLength(16)
param databasePassword string

@description('The compute size of the database.')
param databaseSku object = {
  name: 'Standard_D2ds_v5'
  tier: 'GeneralPurpose'
}

@description('The least and the most API nodes.')
param apiNodes object = {
  min: 2
  max: 10
}

var hasSignIn = !empty(idpSignInClientId)
var vaultName = '${name}${uniqueString(resourceGroup().id)}'
// Key Vault Secrets User
var readSecrets = subscriptionResourceId('Microsoft.Authorization/roleDefinitions', '4633458b-17de-408a-b874-0445c86b69e6')

resource network 'Microsoft.Network/virtualNetworks@2024-05-01' = {
  name: '${name}-network'
  location: location
  properties: {
    addressSpace: { addressPrefixes: ['10.40.0.0/16'] }
    subnets: [
      {
        name: 'apps'
        properties: {
          addressPrefix: '10.40.0.0/23'
          delegations: [{ name: 'apps', properties: { serviceName: 'Microsoft.App/environments' } }]
        }
      }
      {
        name: 'database'
        properties: {
          addressPrefix: '10.40.2.0/24'
          delegations: [{ name: 'database', properties: { serviceName: 'Microsoft.DBforPostgreSQL/flexibleServers' } }]
        }
      }
    ]
  }

  resource apps 'subnets' existing = { name: 'apps' }
  resource database 'subnets' existing = { name: 'database' }
}

resource databaseZone 'Microsoft.Network/privateDnsZones@2020-06-01' = {
  name: '${name}.private.postgres.database.azure.com'
  location: 'global'

  resource link 'virtualNetworkLinks' = {
    name: 'network'
    location: 'global'
    properties: {
      registrationEnabled: false
      virtualNetwork: { id: network.id }
    }
  }
}

resource postgres 'Microsoft.DBforPostgreSQL/flexibleServers@2024-08-01' = {
  name: '${name}-${uniqueString(resourceGroup().id)}'
  location: location
  sku: databaseSku
  properties: {
    version: '16'
    administratorLogin: 'tessera'
    administratorLoginPassword: databasePassword
    storage: { storageSizeGB: 64, autoGrow: 'Enabled' }
    backup: { backupRetentionDays: 14, geoRedundantBackup: 'Disabled' }
    highAvailability: { mode: 'ZoneRedundant' }
    network: {
      delegatedSubnetResourceId: network::database.id
      privateDnsZoneArmResourceId: databaseZone.id
    }
  }
  dependsOn: [databaseZone::link]

  resource tessera 'databases' = {
    name: 'tessera'
    properties: { charset: 'UTF8', collation: 'en_US.utf8' }
  }
}

resource identity 'Microsoft.ManagedIdentity/userAssignedIdentities@2023-01-31' = {
  name: '${name}-identity'
  location: location
}

resource vault 'Microsoft.KeyVault/vaults@2023-07-01' = {
  name: vaultName
  location: location
  properties: {
    tenantId: subscription().tenantId
    sku: { family: 'A', name: 'standard' }
    enableRbacAuthorization: true
    enableSoftDelete: true
    // Without the encryption key, the secrets in the database are lost.
    enablePurgeProtection: true
  }

  resource databaseUrl 'secrets' = {
    name: 'database-url'
    properties: {
      value: 'postgres://tessera:${databasePassword}@${postgres.properties.fullyQualifiedDomainName}:5432/tessera?sslmode=verify-full'
    }
  }
  resource key 'secrets' = {
    name: 'encryption-key'
    properties: { value: encryptionKey }
  }
  resource signIn 'secrets' = if (hasSignIn) {
    name: 'idp-sign-in-client-secret'
    properties: { value: idpSignInClientSecret }
  }
}

resource mayRead 'Microsoft.Authorization/roleAssignments@2022-04-01' = {
  name: guid(vault.id, identity.id, readSecrets)
  scope: vault
  properties: {
    principalId: identity.properties.principalId
    principalType: 'ServicePrincipal'
    roleDefinitionId: readSecrets
  }
}

resource logs 'Microsoft.OperationalInsights/workspaces@2023-09-01' = {
  name: '${name}-logs'
  location: location
  properties: { sku: { name: 'PerGB2018' }, retentionInDays: 30 }
}

resource environment 'Microsoft.App/managedEnvironments@2024-03-01' = {
  name: '${name}-environment'
  location: location
  properties: {
    appLogsConfiguration: {
      destination: 'log-analytics'
      logAnalyticsConfiguration: {
        customerId: logs.properties.customerId
        sharedKey: logs.listKeys().primarySharedKey
      }
    }
    vnetConfiguration: { infrastructureSubnetId: network::apps.id }
    workloadProfiles: [{ name: 'Consumption', workloadProfileType: 'Consumption' }]
    zoneRedundant: true
  }
}

var identities = { type: 'UserAssigned', userAssignedIdentities: { '${identity.id}': {} } }
var secrets = concat(
  [
    { name: 'database-url', keyVaultUrl: vault::databaseUrl.properties.secretUri, identity: identity.id }
    { name: 'encryption-key', keyVaultUrl: vault::key.properties.secretUri, identity: identity.id }
  ],
  hasSignIn
    ? [{ name: 'idp-sign-in-client-secret', keyVaultUrl: vault::signIn!.properties.secretUri, identity: identity.id }]
    : []
)
var settings = concat(
  [
    { name: 'DATABASE_URL', secretRef: 'database-url' }
    { name: 'ENCRYPTION_KEY', secretRef: 'encryption-key' }
    { name: 'PUBLIC_URL', value: publicUrl }
    { name: 'IDP_API_APP_ID', value: idpApiAppId }
    { name: 'SHUTDOWN_DELAY', value: '5' }
    // The environment's own proxy sends from its subnet and from carrier-grade addresses.
    { name: 'TRUSTED_PROXIES', value: '10.40.0.0/23,100.64.0.0/10' }
  ],
  hasSignIn
    ? [
        { name: 'IDP_SIGN_IN_CLIENT_ID', value: idpSignInClientId }
        { name: 'IDP_SIGN_IN_CLIENT_SECRET', secretRef: 'idp-sign-in-client-secret' }
      ]
    : []
)
var probes = [
  { type: 'Startup', httpGet: { path: '/health/live', port: 4000 }, periodSeconds: 1, failureThreshold: 60 }
  { type: 'Liveness', httpGet: { path: '/health/live', port: 4000 }, periodSeconds: 10, timeoutSeconds: 5 }
  { type: 'Readiness', httpGet: { path: '/health/ready', port: 4000 }, periodSeconds: 2, timeoutSeconds: 3, failureThreshold: 1 }
]

// Start it before every new version: az containerapp job start --name tessera-migration --resource-group …
resource migration 'Microsoft.App/jobs@2024-03-01' = {
  name: '${name}-migration'
  location: location
  identity: identities
  properties: {
    environmentId: environment.id
    workloadProfileName: 'Consumption'
    configuration: {
      triggerType: 'Manual'
      replicaTimeout: 3600
      replicaRetryLimit: 3
      manualTriggerConfig: { parallelism: 1, replicaCompletionCount: 1 }
      secrets: secrets
    }
    template: {
      containers: [
        { name: 'tessera', image: image, args: ['migrate'], env: settings, resources: { cpu: json('0.5'), memory: '1Gi' } }
      ]
    }
  }
  dependsOn: [mayRead, postgres::tessera]
}

resource api 'Microsoft.App/containerApps@2024-03-01' = {
  name: '${name}-api'
  location: location
  identity: identities
  properties: {
    environmentId: environment.id
    workloadProfileName: 'Consumption'
    configuration: {
      activeRevisionsMode: 'Single'
      ingress: { external: true, targetPort: 4000, transport: 'auto', allowInsecure: false }
      secrets: secrets
    }
    template: {
      terminationGracePeriodSeconds: 30
      containers: [
        {
          name: 'tessera'
          image: image
          args: ['serve', '--api']
          env: settings
          probes: probes
          resources: { cpu: json('0.5'), memory: '1Gi' }
        }
      ]
      scale: {
        minReplicas: apiNodes.min
        maxReplicas: apiNodes.max
        rules: [{ name: 'cpu', custom: { type: 'cpu', metadata: { type: 'Utilization', value: '70' } } }]
      }
    }
  }
  dependsOn: [mayRead, postgres::tessera]
}

resource worker 'Microsoft.App/containerApps@2024-03-01' = {
  name: '${name}-worker'
  location: location
  identity: identities
  properties: {
    environmentId: environment.id
    workloadProfileName: 'Consumption'
    configuration: {
      activeRevisionsMode: 'Single'
      secrets: secrets
    }
    template: {
      terminationGracePeriodSeconds: 30
      containers: [
        {
          name: 'tessera'
          image: image
          args: ['serve', '--workers']
          env: settings
          probes: probes
          resources: { cpu: json('0.5'), memory: '1Gi' }
        }
      ]
      scale: { minReplicas: 1, maxReplicas: 2 }
    }
  }
  dependsOn: [mayRead, postgres::tessera]
}

@description('The address of the API before a domain is bound to it.')
output address string = 'https://${api.properties.configuration.ingress.fqdn}'

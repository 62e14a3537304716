"""The kinds of resources that FHIR knows (DSTU2 to R5): a title names one of these, never just what a payload says."""

_NAMES = """
    Account ActivityDefinition ActorDefinition AdministrableProductDefinition AdverseEvent AllergyIntolerance
    Appointment AppointmentResponse ArtifactAssessment AuditEvent Basic Binary BiologicallyDerivedProduct
    BiologicallyDerivedProductDispense BodySite BodyStructure Bundle CapabilityStatement CarePlan CareTeam CatalogEntry
    ChargeItem ChargeItemDefinition Citation Claim ClaimResponse ClinicalImpression ClinicalUseDefinition CodeSystem
    Communication CommunicationRequest CompartmentDefinition Composition ConceptMap Condition ConditionDefinition
    Conformance Consent Contract Coverage CoverageEligibilityRequest CoverageEligibilityResponse DataElement
    DetectedIssue Device DeviceAlert DeviceAssociation DeviceComponent DeviceDefinition DeviceDispense DeviceMetric
    DeviceRequest DeviceUsage DeviceUseRequest DeviceUseStatement DiagnosticOrder DiagnosticReport DocumentManifest
    DocumentReference EffectEvidenceSynthesis EligibilityRequest EligibilityResponse Encounter EncounterHistory Endpoint
    EnrollmentRequest EnrollmentResponse EpisodeOfCare EventDefinition Evidence EvidenceReport EvidenceVariable
    ExampleScenario ExpansionProfile ExplanationOfBenefit FamilyMemberHistory Flag FormularyItem GenomicStudy Goal
    GraphDefinition Group GuidanceResponse HealthcareService ImagingManifest ImagingObjectSelection ImagingSelection
    ImagingStudy Immunization ImmunizationEvaluation ImmunizationRecommendation ImplementationGuide Ingredient
    InsurancePlan InventoryItem InventoryReport Invoice Library Linkage List Location ManufacturedItemDefinition Measure
    MeasureReport Media Medication MedicationAdministration MedicationDispense MedicationKnowledge MedicationOrder
    MedicationRequest MedicationStatement MedicinalProduct MedicinalProductAuthorization
    MedicinalProductContraindication MedicinalProductDefinition MedicinalProductIndication MedicinalProductIngredient
    MedicinalProductInteraction MedicinalProductManufactured MedicinalProductPackaged MedicinalProductPharmaceutical
    MedicinalProductUndesirableEffect MessageDefinition MessageHeader MolecularSequence NamingSystem NutritionIntake
    NutritionOrder NutritionProduct Observation ObservationDefinition OperationDefinition OperationOutcome Order
    OrderResponse Organization OrganizationAffiliation PackagedProductDefinition Parameters Patient PaymentNotice
    PaymentReconciliation Permission Person PlanDefinition Practitioner PractitionerRole Procedure ProcedureRequest
    ProcessRequest ProcessResponse Provenance Questionnaire QuestionnaireResponse ReferralRequest
    RegulatedAuthorization RelatedPerson RequestGroup RequestOrchestration Requirements ResearchDefinition
    ResearchElementDefinition ResearchStudy ResearchSubject RiskAssessment RiskEvidenceSynthesis Schedule
    SearchParameter Sequence ServiceDefinition ServiceRequest Slot Specimen SpecimenDefinition StructureDefinition
    StructureMap Subscription SubscriptionStatus SubscriptionTopic Substance SubstanceDefinition SubstanceNucleicAcid
    SubstancePolymer SubstanceProtein SubstanceReferenceInformation SubstanceSourceMaterial SubstanceSpecification
    SupplyDelivery SupplyRequest Task TerminologyCapabilities TestPlan TestReport TestScript Transport ValueSet
    VerificationResult VisionPrescription
"""

RESOURCES = frozenset(_NAMES.split())
